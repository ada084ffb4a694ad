/** The countries that the shop delivers to, with people, cities, and money. All names are made up from common parts. */
export interface Country {
  code: string;
  currency: string;
  /** Units of the currency for one euro. The shop doesn’t change them. */
  rate: number;
  language: string;
  dialing: string;
  cities: readonly string[];
  firstNames: readonly Name[];
  lastNames: readonly Name[];
}

export interface Name {
  text: string;
  /** As it is in an email address. */
  plain: string;
}

const words = (text: string) => text.split(', ');

const names = (text: string): Name[] => words(text).map((name) => ({ text: name, plain: plainOf(name) }));

const plainOf = (name: string) =>
  name
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-zA-Z-]/g, '')
    .toLowerCase();

const country = (
  code: string,
  [currency, rate]: [string, number],
  [language, dialing]: [string, string],
  [cities, firstNames, lastNames]: [string, string, string],
): Country => ({
  code,
  currency,
  rate,
  language,
  dialing,
  cities: words(cities),
  firstNames: names(firstNames),
  lastNames: names(lastNames),
});

const SE = country(
  'SE',
  ['SEK', 11.2],
  ['sv', '+46'],
  [
    'Stockholm, Göteborg, Uppsala, Umeå, Östersund, Malmö',
    'Elin, Astrid, Linnea, Oskar, Edvin, Freja, Nils, Saga, Gustav, Märta, Albin, Tuva, Viggo, Ebba',
    'Lindqvist, Strömqvist, Bergström, Åkesson, Nyberg, Hedlund, Sjögren, Ekdahl, Öberg, Wallin, Sandell, Norén',
  ],
);
const DE = country(
  'DE',
  ['EUR', 1],
  ['de', '+49'],
  [
    'Berlin, Hamburg, München, Köln, Leipzig, Freiburg, Nürnberg',
    'Benedikt, Jürgen, Lotte, Greta, Matthias, Heike, Anton, Leonie, Ruben, Svenja, Karl, Mathilda, Thilo, Käthe',
    'Hohenwarter, Kiefer, Müller, Brandt, Vogelsang, Schäfer, Weiß, Lindner, Groß, Petersen, Falkenberg, Böhm',
  ],
);
const GB = country(
  'GB',
  ['GBP', 0.85],
  ['en', '+44'],
  [
    'London, Bristol, Leeds, Edinburgh, Cardiff, Sheffield',
    'Maisie, Rowan, Imogen, Callum, Priya, Oluwaseun, Harriet, Rhys, Ngozi, Elliot, Beatrix, Finlay, Aoife, Tom',
    "Ashdown, O'Brien, Adeyemi, Hartley, Nair, Pemberton, Byrne, Fairclough, Whitlock, Okonkwo-Reyes, Marsh, Sinclair",
  ],
);
const NO = country(
  'NO',
  ['NOK', 11.5],
  ['nb', '+47'],
  [
    'Oslo, Bergen, Tromsø, Trondheim, Ålesund',
    'Ingrid, Sindre, Solveig, Håkon, Maren, Eirik, Liv, Torbjørn, Sigrid, Aksel',
    'Haugen, Solberg, Bakke, Nygård, Fjeld, Moen, Strand, Ødegård, Tveit, Lunde',
  ],
);
const NL = country(
  'NL',
  ['EUR', 1],
  ['nl', '+31'],
  [
    'Utrecht, Amsterdam, Rotterdam, Groningen, Nijmegen',
    'Wilhelmina, Sanne, Daan, Femke, Bram, Lieke, Joris, Anouk, Sem, Fleur',
    'van der Meulen, de Vries, Visser, Hoekstra, van Dijk, Postma, Brouwer, Dekker, Mulder, Bos',
  ],
);
const FR = country(
  'FR',
  ['EUR', 1],
  ['fr', '+33'],
  [
    'Grenoble, Lyon, Paris, Rennes, Annecy, Toulouse',
    'Émile, Camille, Théo, Inès, Margaux, Hugo, Élodie, Baptiste, Chloé, Gaspard',
    'Lefèvre, Dubreuil, Moreau, Diallo, Girard, Besançon, Rousselle, Chauvin, Perrin, Delacourt',
  ],
);
const DK = country(
  'DK',
  ['DKK', 7.46],
  ['da', '+45'],
  [
    'København, Aarhus, Odense, Aalborg',
    'Søren, Freya, Mikkel, Signe, Rasmus, Asta, Villads, Karla, Emil, Clara',
    'Sørensen, Nørgaard, Kjær, Holm, Bruun, Vestergaard, Dam, Lauridsen, Friis, Juhl',
  ],
);
const PL = country(
  'PL',
  ['PLN', 4.3],
  ['pl', '+48'],
  [
    'Kraków, Warszawa, Wrocław, Gdańsk, Łódź',
    'Łukasz, Zofia, Jakub, Małgorzata, Antoni, Kinga, Wojciech, Hanna, Szymon, Oliwia',
    'Nowak, Wójcik, Żak, Kamińska, Zieliński, Dąbrowska, Mazur, Sikora, Pawlak, Król',
  ],
);
const US = country(
  'US',
  ['USD', 1.08],
  ['en', '+1'],
  [
    'Portland, Denver, Minneapolis, Burlington, Asheville',
    'Mara, Chiyo, Amara, Wyatt, Josephine, Kaito, Delilah, Marcus, Inés, Tomás',
    'Nakagawa, Whitfield, Castellanos, Tanaka, Abernathy, Delgado, Finch, Holloway, Núñez, Park',
  ],
);
const CH = country(
  'CH',
  ['CHF', 0.95],
  ['de', '+41'],
  [
    'Zürich, Bern, Luzern, Chur',
    'Zoë, Urs, Petra, Beat, Nora, Reto, Vreni, Luca, Seraina, Jann',
    'Zürcher, Ammann, Caduff, Brunner, Frei, Gerber, Odermatt, Hürlimann, Keller, Steiner',
  ],
);

/** A country appears as often as its share of the customers. */
export const COUNTRIES: readonly Country[] = [
  ...[SE, SE, SE, SE, SE, SE, DE, DE, DE, DE, DE, GB, GB, GB, NO, NO, NO],
  ...[NL, NL, FR, FR, DK, DK, PL, US, CH],
];

/** Where the shop’s own stores are. */
export const STORE_PLACES: readonly (readonly [
  Country,
  city: string,
  latitude: number,
  longitude: number,
])[] = [
  [SE, 'Stockholm', 59.3293, 18.0686],
  [SE, 'Göteborg', 57.7089, 11.9746],
  [SE, 'Östersund', 63.1792, 14.6357],
  [NO, 'Oslo', 59.9139, 10.7522],
  [NO, 'Tromsø', 69.6492, 18.9553],
  [DK, 'København', 55.6761, 12.5683],
  [DE, 'Hamburg', 53.5511, 9.9937],
  [DE, 'München', 48.1351, 11.582],
  [GB, 'Edinburgh', 55.9533, -3.1883],
  [NL, 'Utrecht', 52.0907, 5.1214],
];
