/** Cleans up after a test. Returned problems fail the test. */
type Ending = () => Promise<string[] | undefined>;

const endings: Ending[] = [];

/** Registers a cleanup for the end of the running test; the newest runs first. */
export function afterTest(ending: Ending): void {
  endings.push(ending);
}

/** Called by the set-up after each test. */
export async function endTest(): Promise<string[]> {
  const problems: string[] = [];
  for (const ending of endings.splice(0).reverse()) problems.push(...((await ending()) ?? []));
  return problems;
}
