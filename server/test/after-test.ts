/** What ends one thing a test started. What it returns are problems that fail the test. */
type Ending = () => Promise<string[] | undefined>;

const endings: Ending[] = [];

/** Has `ending` called once the running test is over, the newest first. */
export function afterTest(ending: Ending): void {
  endings.push(ending);
}

/** Called by the set-up after each test. */
export async function endTest(): Promise<string[]> {
  const problems: string[] = [];
  for (const ending of endings.splice(0).reverse()) problems.push(...((await ending()) ?? []));
  return problems;
}
