import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that only its owner may read, completely or not at all. It is on disk when this resolves. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
