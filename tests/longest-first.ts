import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take half a minute and more: begun last, one of them would run alone. */
const LONGEST = ['running/start', 'backend/rules/records', 'backend/slow-clients', 'running/schema', 'attack/wire']

/** The longest files first; where nothing is known of earlier runs, as in CI, Vitest begins with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
