// Prints how long a matching round takes for synthetic cohorts. Usage: node server/scripts/bench-matching.ts [students …]
import { createFits, type RoundInput } from '#programmes/fit';
import { choosePairs, findEdges } from '#programmes/solver';
import { syntheticStudents } from '#programmes/synthetic';

const sizes = process.argv.slice(2).map(Number);
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for (const size of sizes.length > 0 ? sizes : [500, 2000]) {
  const students = syntheticStudents(size, 7, idOf);
  const term = { startsOn: '2030-10-14', endsOn: '2031-02-14' };
  const input: RoundInput = { term, students, locked: [], apart: [], past: { key: '', hashes: [] } };
  const [from, fromCpu] = [performance.now(), cpuSeconds()];
  const edges = findEdges(input, createFits(input));
  const found = cpuSeconds();
  const { chosen, isOptimal } = await choosePairs(input, edges);
  const line = {
    students: size,
    edges: edges.length,
    pairs: chosen.length,
    score: chosen.reduce((sum, { fit }) => sum + fit.score, 0),
    isOptimal,
    findSeconds: (found - fromCpu).toFixed(2),
    solveSeconds: (cpuSeconds() - found).toFixed(2),
    wallSeconds: ((performance.now() - from) / 1000).toFixed(2),
    memoryMb: Math.round(process.memoryUsage().rss / 1e6),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
