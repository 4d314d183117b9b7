import { calmRounds } from './calm.ts';
import { grouped, inPercent, median, type Part } from './figures.ts';
import type { HttpResult } from './http-load.ts';
import type { Member } from './our-server.ts';
import { startHelper } from './processes.ts';
import { startOurs, withGrounds } from './servers.ts';

const goals = { ofRaw: 0.75, ofExpress: 1.4 };
const connections = 32;

/** One indexed read over HTTP, beside the same statement behind plain node and behind Express. */
export function measureRead({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [seconds, rounds] = isQuick ? [2, 3] : [4, 7];
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('reads');
    const ours = await startOurs(grounds, { databaseUrl, place: 'first' });
    const members = await ours.ask<Member[]>('members', connections);
    const env = { DATABASE_URL: databaseUrl, BENCH_USER_ID: members[0]?.userId ?? '' };
    const raw = await startHelper('bare-http.ts', { place: 'first', env: { ...env, BENCH_KIND: 'plain' } });
    const express = await startHelper('bare-http.ts', {
      place: 'first',
      env: { ...env, BENCH_KIND: 'express' },
    });
    const load = await startHelper('http-load.ts', { place: 'rest' });
    const sides = { raw, express, ours };
    try {
      const tokens = members.map(({ token }) => token);
      const round = async () => {
        const found = { raw: 0, express: 0, ours: 0 };
        for (const name of ['raw', 'express', 'ours'] as const) {
          const port = await sides[name].ask<number>('port');
          const given = { port, tokens, paths: ['/v1/chat/stat'], connections, seconds };
          const { answered, failed, seconds: took } = await load.ask<HttpResult>('run', given);
          if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
          found[name] = answered / took;
        }
        return found;
      };
      await round();
      const { kept, thrownAway, othersShare } = await calmRounds(rounds, round);
      const middle = (name: keyof typeof sides) => median(kept.map((each) => each[name]));
      const ratio = { raw: middle('ours') / middle('raw'), express: middle('ours') / middle('express') };
      const rate = (name: keyof typeof sides) => `${grouped(middle(name))}/s`;
      return {
        rows: [
          {
            what: 'one indexed read over HTTP with token, session, validation and checked answer, beside plain node and pg',
            bare: rate('raw'),
            ours: rate('ours'),
            ratio: ratio.raw.toFixed(2),
            goal: `≥ ${goals.ofRaw}`,
            isHeld: ratio.raw >= goals.ofRaw,
          },
          {
            what: '… beside Express and pg',
            bare: rate('express'),
            ours: rate('ours'),
            ratio: ratio.express.toFixed(2),
            goal: `≥ ${goals.ofExpress}`,
            isHeld: ratio.express >= goals.ofExpress,
          },
        ],
        notes: [
          `Reads: GET /v1/chat/stat over ${connections} connections, all servers with the same statement and a pool of 20, each alone on the first processor. ` +
            `Rounds thrown away ${thrownAway}, others had at most ${inPercent(othersShare)} of the machine in those kept.`,
        ],
      };
    } finally {
      await Promise.all([ours, raw, express, load].map((helper) => helper.stop()));
    }
  });
}
