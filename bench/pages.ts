import { languages } from '@parlance/contract/language-catalogue';
import { calmRounds } from './calm.ts';
import { grouped, inMs, median, type Part, perSecond, quantile, type Row, rateRow } from './figures.ts';
import type { HttpResult } from './http-load.ts';
import type { Member } from './our-server.ts';
import { withGrounds } from './servers.ts';

const goals = { cachedOfStatic: 0.5, renderedASecond: 200, slowerWithCrawler: 2 };
const connections = 16;
const crawled = 10_000;
/**
 * Background load by members, with a pause after each response. Once a minute a call also writes the last activity; these calls are
 * too few to affect the p99.
 */
const members = { connections: 16, pauseMs: 20 };

const addresses = {
  features: '/features',
  dashboard: '/dashboard',
  data: '/v1/data',
} as const;

/** Visitor pages, cached and uncached, compared with the landing page; and the effect of a crawler on members. */
export function measurePages({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [seconds, rounds, people] = isQuick ? [2, 3, 2000] : [3, 5, crawled];
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('pages');
    const ours = await grounds.startOurs({ databaseUrl });
    const load = await grounds.start('http-load.ts');
    const crawler = await grounds.start('http-load.ts');
    const port = await ours.ask<number>('port');
    const userIds = await ours.ask<string[]>('residents', people);
    const tokens = (await ours.ask<Member[]>('members', members.connections)).map(({ token }) => token);
    const profiles = userIds.map((userId) => `/profile/${userId}`);
    /** Size of the shell: a page that is not larger was not rendered. */
    const bytesOf = async (path: string) => {
      const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return Number(answer.headers.get('content-length'));
    };
    const landing = await fetch(`http://127.0.0.1:${port}${addresses.features}`);
    if (!landing.ok) throw new Error(await landing.text());
    const plain = {
      profile: (await bytesOf('/login')) + 500,
      // A few searches of rare languages find no member, which is a valid page.
      search: (await bytesOf('/dashboard?query=zzzzzz')) - 200,
    };
    const visit = async (paths: string[], atMost?: number, leastBytes?: number) => {
      const given = { port, tokens: [], paths, connections, seconds, atMost, leastBytes };
      const { answered, failed, seconds: took } = await load.ask<HttpResult>('run', given);
      if (failed > 0) throw new Error(`${paths[0]}: ${failed} requests failed`);
      return answered / took;
    };
    const callsOfMembers = async () => {
      const given = { port, tokens, paths: ['/v1/chat/stat'], ...members, seconds: 2 * seconds };
      const { failed, ms } = await load.ask<HttpResult>('run', given);
      if (failed > 0) throw new Error(`${failed} calls of members failed`);
      return ms;
    };
    /** Nearly every search has results, and is repeated only after its cache entry has expired. */
    const searches = [...'aeiourlnst'].flatMap((query) =>
      languages.flatMap(({ code }) =>
        ['learners', 'natives'].map((type) => `/dashboard?languageCode=${code}&type=${type}&query=${query}`),
      ),
    );
    const round = async () => {
      const features = await visit([addresses.features]);
      const dashboard = await visit([addresses.dashboard]);
      const profile = await visit(profiles.slice(0, 1));
      const data = await visit([addresses.data]);
      // Once each: the cache lasts five seconds, and repeats come later than that.
      const rendered = await visit(profiles.slice(1), people - 1, plain.profile);
      const found = await visit(searches, searches.length, plain.search);
      const calm = await callsOfMembers();
      const crawl = crawler.ask<HttpResult>('run', {
        port,
        tokens: [],
        paths: profiles.toReversed(),
        connections: 4,
        seconds: 2 * seconds + 1,
      });
      const crowded = await callsOfMembers();
      const { answered, failed, seconds: took } = await crawl;
      if (failed > 0) throw new Error(`${failed} pages failed`);
      return {
        features,
        dashboard,
        profile,
        data,
        rendered,
        found,
        calm,
        crowded,
        crawled: answered / took,
      };
    };
    await round();
    const { kept, note } = await calmRounds(rounds, round);
    const middle = (name: 'features' | 'dashboard' | 'profile' | 'data' | 'rendered' | 'found' | 'crawled') =>
      median(kept.map((each) => each[name]));
    const p99 = (name: 'calm' | 'crowded') => median(kept.map((each) => quantile(each[name], 0.99)));
    const features = middle('features');
    const besideStatic = (what: string, name: 'dashboard' | 'profile' | 'data') =>
      rateRow(what, features, middle(name), goals.cachedOfStatic);
    const notCached = (what: string, name: 'rendered' | 'found'): Row => ({
      ...rateRow(what, features, middle(name)),
      goal: `≥ ${goals.renderedASecond}/s`,
      isHeld: middle(name) >= goals.renderedASecond,
    });
    const slower = p99('crowded') / p99('calm');
    return {
      rows: [
        besideStatic(
          'visitors: the page of the search while it is cached, beside the landing page, which is rendered once',
          'dashboard',
        ),
        besideStatic('… the page of a person while it is cached', 'profile'),
        besideStatic('… the constant answer of /v1/data', 'data'),
        notCached('… pages of people that are not cached', 'rendered'),
        notCached('… searches that are not cached', 'found'),
        {
          what: `a call of a member while a program reads ${grouped(people)} profiles, p99 beside the same without it`,
          bare: inMs(p99('calm')),
          ours: inMs(p99('crowded')),
          ratio: `${slower.toFixed(1)} ×`,
          goal: `≤ ${goals.slowerWithCrawler} ×`,
          isHeld: slower <= goals.slowerWithCrawler,
        },
      ],
      notes: [
        `Pages: ${connections} connections that accept gzip and brotli, ${grouped(people)} people; server, database and load share the processors. ` +
          `Members: ${members.connections} connections, GET /v1/chat/stat, ${members.pauseMs} ms after each answer; the program reads with 4 connections and no pause, ${perSecond(middle('crawled'))}. ` +
          note,
      ],
    };
  });
}
