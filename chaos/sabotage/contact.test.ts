import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactSabotages, formerLimit } from './contact.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const migrations = readdirSync(join(root, 'server/migrations')).map((name) =>
  read(`server/migrations/${name}`),
);

/** The text of the newest definition of a function. */
const definitionOf = (name: string): string =>
  migrations
    .flatMap((sql) => sql.split(/(?=CREATE (?:OR REPLACE )?FUNCTION )/))
    .findLast((part) => part.includes(`FUNCTION ${name}(`)) ?? '';

test.each(Object.entries(contactSabotages))('%s finds the text that it replaces, once', (_name, sabotage) => {
  const { inDatabase, inSource } = sabotage;
  const text = inDatabase ? definitionOf(inDatabase.name) : inSource ? read(inSource.file) : '';
  expect(text.split(inDatabase?.from ?? inSource?.from ?? '\0')).toHaveLength(2);
});

test('the former limit has the parameters of the function that it replaces', () => {
  const parametersOf = (text: string) =>
    text.slice(text.indexOf('('), text.indexOf(') LANGUAGE')).split(/\s+/).join(' ').trim();
  expect(parametersOf(formerLimit)).toBe(parametersOf(definitionOf('place_first_contact')));
});
