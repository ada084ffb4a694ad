import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FileLab } from '../testing/file-lab.ts';
import { ENCODINGS, type TextEncoding } from './csv.encoding.ts';

let lab: FileLab;
before(async () => (lab = await FileLab.open()));
after(() => lab.close());

/** Writes text in an encoding that Node.js only reads: by trying each character's possible bytes. */
function encode(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tableOf(encoding);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = character < '\x80' ? Buffer.from(character) : table.get(character);
      assert.ok(bytes, `${character} isn’t in ${encoding}`);
      return bytes;
    }),
  );
}

const tables = new Map<TextEncoding, Map<string, Buffer>>();
function tableOf(encoding: TextEncoding): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (bytes: Buffer) => {
    try {
      const character = decoder.decode(bytes);
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let first = 0x80; first < 0x100; first += 1) add(Buffer.from([first]));
  for (let first = 0x80; first < 0x100; first += 1)
    for (let second = 0x30; second < 0x100; second += 1) add(Buffer.from([first, second]));
  tables.set(encoding, table);
  return table;
}

const SWEDISH = 'ort,träd\nÅre,björk\nMörbylånga,äppelträd\nGävle,lönn\nSkövde,fågelbär\n';
const MIXED = 'name,city\nJürgen Groß,Köln\nJosé Muñoz,Málaga\nFrançois Lefèvre,Nîmes\nSøren Kjær,Århus\n';

describe('A file that isn’t UTF-8 has the letters that its writer wrote:', () => {
  const files: [language: string, encoding: TextEncoding, text: string, readAs?: string][] = [
    ['Bulgarian', 'windows-1251', 'град,покрив\nРусе,керемиди\nВарна,ламарина\nПлевен,сено и глина\n'],
    ['Russian', 'koi8-r', 'город,дом\nТверь,кирпичный\nПсков,деревянный\nОрёл,каменный\n', 'KOI8-U'],
    ['Russian of DOS', 'ibm866', 'город,дом\nТверь,кирпичный\nПсков,деревянный\nКурск,каменный\n', 'IBM866'],
    ['Greek', 'windows-1253', 'πόλη,στέγη\nΠάτρα,κεραμίδι\nΒόλος,πέτρα\nΛάρισα,ξύλο\n', 'Windows-1253'],
    ['Hebrew', 'windows-1255', 'עיר,גג\nחיפה,רעפים\nיפו,אבן\nצפת,עץ\n', 'Windows-1255'],
    ['Arabic', 'windows-1256', 'مدينة,سقف\nصفاقس,قرميد\nوهران,حجر\nحلب,خشب\n', 'Windows-1256'],
    ['Thai', 'windows-874', 'เมือง,หลังคา\nน่าน,กระเบื้อง\nเลย,ไม้\nตรัง,สังกะสี\n', 'Windows-874'],
    [
      'Turkish',
      'windows-1254',
      'şehir,çatı\nMuğla,kiremit\nIğdır,taş ve ağaç\nKırşehir,sac\n',
      'Windows-1254',
    ],
    [
      'Hungarian',
      'iso-8859-2',
      'város,tető\nGyőr,cserép\nSzőlőskert,fűzfa és nád\nÖrkény,kő\n',
      'Windows-1250',
    ],
    [
      'Polish',
      'windows-1250',
      'miasto,dach\nŁódź,dachówka\nGdańsk,łupek\nRzeszów,blacha żółta\n',
      'Windows-1250',
    ],
    ['Czech', 'windows-1250', 'město,střecha\nPlzeň,taška\nBřeclav,břidlice\nČáslav,došky\n', 'Windows-1250'],
    [
      'Latvian',
      'windows-1257',
      'pilsēta,jumts\nLiepāja,dakstiņi\nCēsis,šķindeļi\nRēzekne,skārds\n',
      'Windows-1257',
    ],
    [
      'French',
      'windows-1252',
      'ville,toit\nAngoulême,tuile\nSète,ardoise et zinc\nMâcon,chaume doré\n',
      'Windows-1252',
    ],
    [
      'German',
      'windows-1252',
      'Ort,Dach\nKöln,Schiefer\nGießen,Ziegel für später\nMünster,Blech\n',
      'Windows-1252',
    ],
    ['signs of Windows', 'windows-1252', 'note,price\n“quoted” – it’s café,about 5 €\n', 'Windows-1252'],
    ['several languages', 'windows-1252', MIXED, 'Windows-1252'],
    ['Swedish of an old Mac', 'macintosh', SWEDISH, 'Mac Roman'],
    ['Japanese', 'shift_jis', '花,庭\nつつじ,寺のかべ\nさくら,海\nすみれ,畑\n', 'Shift JIS'],
    ['Japanese of Unix', 'euc-jp', '花,庭\nつつじ,寺のかべ\nさくら,海\nすみれ,畑\n', 'EUC-JP'],
    ['Korean', 'euc-kr', '그릇,재료\n항아리,옹기\n소반,나무\n바구니,대나무\n', 'EUC-KR'],
    ['Chinese', 'gb18030', '品名,颜色\n茶壶,青绿\n木碗,深棕\n竹篮,浅黄\n', 'GB 18030'],
    ['Chinese of Taiwan', 'big5', '品名,顏色\n茶壺,青綠\n木碗,深棕\n竹籃,淺黃\n', 'Big5'],
  ];
  for (const [language, encoding, text, readAs] of files)
    it(`${language} in ${encoding}`, async () => {
      const table = await lab.one('a.csv', encode(text, encoding));
      const lines = text.trimEnd().split('\n');
      assert.deepEqual(
        [table.names, ...table.rows],
        lines.map((line) => line.split(',')),
      );
      if (readAs) assert.equal(table.findings[0]!.values.encoding, readAs);
    });

  it('compressed, and after more than a megabyte of other lines', async () => {
    const plain = 'n,word\n' + Array.from({ length: 100_000 }, (_, at) => `${at},plain text\n`).join('');
    const late = encode('1,город\n2,деревня\n3,посёлок\n', 'windows-1251');
    const table = await lab.one('a.csv.gz', gzipSync(Buffer.concat([Buffer.from(plain), late])));
    assert.deepEqual(table.rows.slice(-3), [
      ['1', 'город'],
      ['2', 'деревня'],
      ['3', 'посёлок'],
    ]);
  });
});

describe('A file whose letters can’t be known', () => {
  it('is refused, with its first line that isn’t UTF-8', async () => {
    // What DOS wrote in Western Europe, which no encoding of the web's standard has: ä is 0x84, ö 0x94, ü 0x81.
    const dos = Buffer.from('Ort,Dach\nKln\x94,Sch\x84fer\nM\x81nster,Blech f\x81r G\x94tz\n', 'latin1');
    const [table] = await lab.all('a.csv', dos);
    assert.deepEqual([table!.failure?.code, table!.failure?.values.line], ['file_not_utf8', 2]);
  });

  it('is refused if the only one is too far along in a line to be looked at', async () => {
    const late = Buffer.concat([
      Buffer.from(`a,b\n1,${'x'.repeat(200_000)}`),
      Buffer.from('\xe9\n', 'latin1'),
    ]);
    const [table] = await lab.all('a.csv', late);
    assert.deepEqual([table!.failure?.code, table!.failure?.values.line], ['file_not_utf8', 2]);
  });

  it('loses only the rows with them if it’s UTF-8 otherwise', async () => {
    const parts = [
      Buffer.from('a,b\n1,größe\n2,'),
      Buffer.from('Zo\xeb', 'latin1'),
      Buffer.from('\n3,Zoë\n'),
    ];
    const table = await lab.one('a.csv', Buffer.concat(parts));
    assert.deepEqual(table.rows, [
      ['1', 'größe'],
      ['3', 'Zoë'],
    ]);
    assert.deepEqual(
      table.rejected.map(({ line, code }) => [line, code]),
      [[3, 'not_utf8']],
    );
  });

  it('loses only these rows in a file of several chunks, whichever byte a chunk ends with', async () => {
    const rows = Array.from({ length: 90_000 }, (_, at) => `${at},${'ä€🛰'.repeat(3)}\n`).join('');
    const parts = [Buffer.from(`n,b\n${rows}`), Buffer.from('x,\xff\n', 'latin1'), Buffer.from(rows)];
    const table = await lab.one('a.csv', Buffer.concat(parts));
    assert.deepEqual([table.rows.length, table.rejected.map(({ line }) => line)], [180_000, [90_002]]);
  });
});

describe('Each encoding can be chosen:', () => {
  const SAMPLES: Partial<Record<TextEncoding, string>> = {
    'utf-8': 'é',
    'utf-16le': 'é',
    'utf-16be': 'é',
    'iso-2022-jp': 'x',
  };
  for (const encoding of ENCODINGS)
    it(encoding, async () => {
      const letters =
        SAMPLES[encoding] ?? [...tableOf(encoding).keys()].filter((each) => /\p{L}/u.test(each));
      const word = [...letters].slice(0, 40).join('');
      const table = await lab.one('a.csv', encode(`a,b\n1,${word}\n`, encoding), { encoding });
      assert.deepEqual(table.rows, [['1', word]]);
    });
});
