import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take half a minute and more: begun last, one of them would run alone. */
const LONGEST = ['running/start', 'backend/rules/records', 'backend/slow-clients', 'running/schema', 'attack/wire']

/** A process that may be shared goes on while the next file is of its project, and costs seconds to begin anew. */
const PROJECTS = ['node', 'attack', 'dom']

/**
 * The longest files first, project by project; where nothing is known of earlier runs, as in CI, Vitest begins with
 * the largest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification) =>
      2 * PROJECTS.indexOf(project.name) + (LONGEST.some((name) => moduleId.endsWith(`/${name}.test.ts`)) ? 0 : 1)
    return sorted.sort((one, other) => place(one) - place(other))
  }
}
