import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { WINGS } from './lint/storeys.ts';
import { ROOT } from './packages.ts';

const FOLDER = path.join(ROOT, 'docs', 'decisions');
const INDEX = path.join(FOLDER, 'README.md');
/** What a decision can be about: a wing of the API, or what is beside the wings. */
const PLACES = [...WINGS, 'platform', 'engine', 'contract', 'browser', 'delivery', 'repository'];

export interface Decision {
  file: string;
  text: string;
}

/** Reads the pages of decisions, in their order. */
export const decisions = (): Decision[] =>
  readdirSync(FOLDER)
    .filter((file) => /^\d/.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(FOLDER, file), 'utf8') }));

const HEAD =
  /^# (?<number>\d+)\. (?<title>.+)\n\n(?<status>Accepted|Replaced by \d+) · (?<date>\d{4}-\d\d-\d\d) · (?<place>\w+)\n/;

/** Returns what a page of a decision lacks: a head with its status, date, and place, and what was decided. */
export function faultsOfDecision({ file, text }: Decision): string[] {
  const { number, place } = HEAD.exec(text)?.groups ?? {};
  return [
    ...(number === undefined ? ['doesn’t begin with "# 1. Title" and "Accepted · 2026-01-31 · wing"'] : []),
    ...(number !== undefined && Number(file.slice(0, 4)) !== Number(number)
      ? [`has the number ${number}`]
      : []),
    ...(place !== undefined && !PLACES.includes(place) ? [`${place} is none of ${PLACES.join(', ')}`] : []),
    ...(/^\*\*Decision\.\*\*\s/m.test(text) ? [] : ['has no paragraph that begins with **Decision.**']),
  ].map((fault) => `${file}: ${fault}`);
}

/** Returns the page that lists `all`, whose text above the list is that of `page`. */
export async function indexOf(all: readonly Decision[], page: string): Promise<string> {
  const rows = all.map(({ file, text }) => {
    const { number, title, status, date, place } = HEAD.exec(text)?.groups ?? {};
    return `| [${number}](${file}) | ${title} | ${place} | ${date} | ${status} |`;
  });
  const head = ['| # | decision | about | since | status |', '| - | - | - | - | - |'];
  const above = page.slice(0, page.indexOf('\n|'));
  const options = await resolveConfig(INDEX);
  return format([above, ...head, ...rows].join('\n'), { ...options, parser: 'markdown' });
}

/** Returns the page as it is. */
export const indexPage = (): string => readFileSync(INDEX, 'utf8');

if (import.meta.main) writeFileSync(INDEX, await indexOf(decisions(), indexPage()));
