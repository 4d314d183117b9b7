/** A way to contact a member outside the app, where moderation is impossible. */
export type ContactKind = 'phone' | 'link' | 'handle';

/**
 * Maximum number of UTF-16 units searched: a message of 4,000 characters of at most two units each, and its length after normalisation, which
 * expands a unit into up to six. The text is untrusted, so its length is bounded and every pattern takes linear time: repetitions are
 * bounded or cannot overlap.
 */
const searchedLength = { given: 16_000, normalised: 48_000 };
// Signs for whole phrases: normalised to 8 and 18 letters, they would push the rest of a text over the maximum.
const phraseSigns = /[\ufdfa\ufdfb]/gu;
const phoneDigits = { min: 8, minWithPlus: 7, max: 15 };

// Invisible characters that hide a number, and the combining character of keycap digits.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|\u20e3/gu;
// A blank that is not a space by its category.
const brailleBlank = /\u2800/gu;
// Shorter gaps keep their length: numbers and names do not continue after four spaces.
const wideGap = /\s{5,}/gu;

/** Normalises the text: digits of every script as 0 to 9, lower case, no invisible characters, gaps of at most four spaces. */
function plainly(text: string): string {
  return text
    .slice(0, searchedLength.given)
    .replace(phraseSigns, ' ')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(brailleBlank, ' ')
    .replace(wideGap, '    ')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .toLowerCase()
    .slice(0, searchedLength.normalised);
}

// The ten digits of a script are contiguous, zero first, so the distance to the start of the run is the value.
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

const day = '(?:3[01]|[12]\\d|0?[1-9])';
const month = '(?:1[0-2]|0?[1-9])';
const year = '(?:19|20)\\d{2}';
// Longer than any price. Without a bound, each digit of a long list would be scanned to its end.
const amount = "\\d[\\d.,' ]{0,24}";
/** Not next to further digits: 01.02.03.04.05 is not a date. */
const alone = (pattern: string) => new RegExp(`(?<!\\d[./-]?)(?:${pattern})(?![./-]?\\d)`, 'gu');
const datesAndTimes = [
  `${year}([./-])${month}\\1${day}`,
  `(?:${day}([./-])${month}|${month}([./-])${day})[./-](?:${year}|\\d{2})`,
  `${year}年\\s?${month}月(?:\\s?${day}日)?`,
  `${year}\\s?[-–—/]\\s?${year}`,
  '(?:2[0-4]|[01]?\\d)[:.h时時点點][0-5]\\d(?:[:.][0-5]\\d)?',
].map(alone);
const prices = [
  `(?:\\p{Sc}|\\b(?:usd|eur|gbp|jpy|inr|vnd|krw|rub|rs)\\b)\\s?${amount}`,
  `${amount}\\s?(?:\\p{Sc}|(?:usd|eur|euros?|gbp|jpy|inr|vnd|krw|rub|dollars?|yen|won|руб|円|元|块)(?!\\p{L}))`,
].map(alone);
const digitRun = /\+?\(?\d(?:[\s.\-‐-―−ー()/_*·•~]{0,3}\d)+/gu;
/** Short numbers with commas between them: digits one by one, or the pairs of a number that begins with zero. */
const digitList = /\d{1,2}(?:\s?[,;]\s?\d{1,2})+/gu;
const groupedNumber = /^[1-9]\d{0,2}(?:[ .]\d{3})*[ .]000$/;

function holdsPhone(text: string): boolean {
  const undated = datesAndTimes.reduce((left, pattern) => left.replace(pattern, ' | '), text);
  const rest = prices.reduce(
    (left, pattern) => left.replace(pattern, (price) => (isPlausible(price) ? ' | ' : price)),
    undated,
  );
  if ([...rest.matchAll(digitList)].some(([list]) => isSpelledNumber(list.split(/\D+/)))) return true;
  return [...rest.matchAll(digitRun)].some(([run]) => {
    if (groupedNumber.test(run)) return false;
    const digits = run.replace(/\D/g, '');
    const half = digits.length / 2;
    const isTwice = digits.length > phoneDigits.max && digits.slice(0, half) === digits.slice(half);
    const count = isTwice ? half : digits.length;
    const isLongEnough = count >= (run.startsWith('+') ? phoneDigits.minWithPlus : phoneDigits.min);
    return isLongEnough && count <= phoneDigits.max;
  });
}

/** Most prices have fewer digits than a phone number; higher ones end in zeros. */
function isPlausible(price: string): boolean {
  const digits = price.replace(/\D/g, '');
  return digits.length < phoneDigits.min || (!digits.startsWith('0') && digits.endsWith('000'));
}

/** Not a member who counts: 1, 2, 3 or 10, 20, 30. */
function isSpelledNumber(groups: string[]): boolean {
  const count = groups.join('').length;
  const steps = new Set(groups.slice(1).map((group, index) => Number(group) - Number(groups[index])));
  const isByDigit = groups.every((group) => group.length === 1);
  return (
    (isByDigit || groups[0]?.startsWith('0') === true) &&
    steps.size > 1 &&
    count >= phoneDigits.min &&
    count <= phoneDigits.max
  );
}

const gap = '\\s{0,4}';
// Domain endings that are not words: 'I like it.me too' lacks a space and is not an address.
const endings =
  '(?:com|net|org|info|biz|io|app|dev|xyz|site|online|shop|store|club|live|link|page|chat|gg|ly|tv|cc|ru|uk|jp|cn|kr|br|рф)';
// The last label before the ending, from its first letter on, so that no letter is scanned twice. After an @ it belongs to an email.
const label = '(?:^|[^\\p{L}\\p{N}@-])@?[\\p{L}\\p{N}-]+';
const links = [
  /\b[a-z][a-z+.-]{1,20}:\/\/\S/u,
  /\bwww\.[\p{L}\p{N}]/u,
  new RegExp(`${label}\\.${endings}(?:[^\\p{L}\\p{N}]|$)`, 'u'),
  // These are words in some languages and count where the text or sentence ends.
  /(?:^|[^\p{L}\p{N}@-])@?[\p{L}\p{N}-]{4,}\.(?:de|eu|co|me|fr|es|it|nl|ch|at|be|pl|se)(?=[^\p{L}\p{N}\s]|\s{0,4}$)/u,
  // Two-letter endings that may be a word count only with a path: t.me/anna, youtu.be/x.
  new RegExp(`${label}\\.[a-z]{2}/[\\p{L}\\p{N}]`, 'u'),
  new RegExp(
    `[\\p{L}\\p{N}]${gap}[[({]?${gap}\\b(?:dot|punto|ponto|punkt|point)\\b${gap}[\\])}]?${gap}${endings}(?:\\P{L}|$)`,
    'u',
  ),
  new RegExp(`[\\p{L}\\p{N}]\\s?[[({]\\s?\\.\\s?[\\])}]\\s?${endings}(?:\\P{L}|$)`, 'u'),
];

const messengers =
  'whats\\s?app|telegram|wechat|weixin|kakao(?:\\s?talk)?|viber|skype|snap\\s?chat|insta(?:gram)?|discord|messenger|facebook|threema|zalo|line\\s?id';
/** Words with other meanings: they count only next to a plausible user name. */
const ambiguousMessengers = 'signal|snap|line|wa|tg|ig|fb|vx|imo|qq';
const foreignMessengers =
  '微信号?|威信|薇信|ライン|カカオ|카카오톡|카톡|라인|телеграмм?|телега|ватс?апп?|вотс?апп?|вайбер|скайп|инстаграм|واتساب|واتس\\s?اب|تلغرام|تيليجرام|تليجرام|انستغرام|व्हाट्सएप|व्हाट्सऐप|वॉट्सऐप|टेलीग्राम|इंस्टाग्राम|วอตส์แอป|ไลน์';
const toTheName = `${gap}(?:[:=@＠>-]|\\bis\\b|\\bid\\b|\\bname\\b|\\buser(?:name)?\\b|\\bund\\b|ist\\b|es\\b|est\\b|是|の|は|는|은|:|：)${gap}`;
const handles = [
  /(?<![\p{L}\p{N}._%+-])@(?=[\w.]{0,30}\p{L})[\w.]{3}/u,
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.[\p{L}\p{N}-]/u,
  new RegExp(`(?:\\b(?:${messengers})\\b|${foreignMessengers})(?:${toTheName}){1,3}[a-z][\\w.]{2}`, 'u'),
  new RegExp(
    `\\b(?:${messengers}|${ambiguousMessengers})\\b(?:${toTheName}|\\s{1,4}|é){1,3}(?=[\\w.]{0,60}[\\d_])[a-z][\\w.]{3}`,
    'u',
  ),
  new RegExp(
    `(?:${foreignMessengers})[^\\p{L}\\p{N}]{0,3}(?:\\p{L}{1,3}[^\\p{L}\\p{N}]{1,3})?[a-z][\\w.]{3}`,
    'u',
  ),
];

/** Detects the kind of contact in a text, if any, in linear time. It matches the spelling only, not the intent. */
export function findContact(text: string): ContactKind | null {
  const plain = plainly(text);
  if (links.some((pattern) => pattern.test(plain))) return 'link';
  if (handles.some((pattern) => pattern.test(plain))) return 'handle';
  return holdsPhone(plain) ? 'phone' : null;
}
