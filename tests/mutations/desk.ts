import type { Mutation } from './mutation'

/** The maker's desk. */
export const AT_THE_DESK: readonly Mutation[] = [
  {
    id: 'DESK-01',
    file: 'src/desk/extension.ts',
    from: "app.routes.fallbackPath = '#/today'\n",
    to: '',
    test: 'e2e/admin/desk.spec.ts',
  },
  {
    id: 'DESK-02',
    file: 'src/desk/keys.tsx',
    from: '      else if (off) return\n',
    to: '',
    test: 'e2e/admin/desk.spec.ts',
  },
  {
    id: 'DESK-03',
    file: 'pocketbase/hooks/desk/desk-caller.ts',
    from: 'e.auth && e.hasSuperuserAuth()',
    to: 'e.auth',
    test: 'tests/backend/desk.test.ts',
  },
]
