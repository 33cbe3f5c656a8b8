/** A row of `docs/requirements.md` broken on purpose, and the test that must see it. */
export interface Mutation {
  id: string
  /** The file it is made in, from the root. */
  file: string
  /** What stands there exactly once … */
  from: string
  /** … and what stands there instead: code that runs, and breaks what the row promises. */
  to: string
  /**
   * The test's file: what in it carries the id in its title must fail. One below `e2e` runs in a browser, after a
   * build.
   */
  test: string
}
