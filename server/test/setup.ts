import { afterEach } from 'vitest';
import { endTest } from '#test/after-test';
import { takeSurprises } from '#test/surprises';

afterEach(async () => {
  const problems = [...(await endTest()), ...takeSurprises()];
  if (problems.length > 0) throw new Error(`The test caused what it did not expect:\n${problems.join('\n')}`);
});
