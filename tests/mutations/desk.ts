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
  {
    id: 'DESK-04',
    file: 'pocketbase/hooks/desk/desk-today.ts',
    from: ' AND placed_at < {:late}',
    to: '',
    test: 'tests/backend/desk.test.ts',
  },
  {
    id: 'DESK-05',
    file: 'pocketbase/hooks/desk/setup.ts',
    from: '    for (const [field, value] of sent) if (value !== undefined) settings.set(field, value)\n',
    to: '',
    test: 'tests/backend/desk.test.ts',
  },
  {
    id: 'LETTER-01',
    file: 'pocketbase/hooks/desk/letters.ts',
    from: "      if (message.getString('answer') !== '')\n",
    to: '      if (id === null)\n',
    test: 'tests/backend/desk-letters.test.ts',
  },
  {
    id: 'LETTER-02',
    file: 'src/domain/desk/letters.ts',
    from: "name.split(' ')[0] ?? name",
    to: 'name',
    test: 'e2e/admin/desk.spec.ts',
  },
  {
    id: 'LETTER-03',
    file: 'pocketbase/hooks/desk/letters.ts',
    from: "      } else review.set('reply', deed.reply)\n",
    to: '      }\n',
    test: 'tests/backend/desk-letters.test.ts',
  },
  {
    id: 'FORM-01',
    file: 'src/desk/fields/category-field.tsx',
    from: '          if (same && same !== typed) onChange(same)\n',
    to: '',
    test: 'e2e/admin/forms.spec.ts',
  },
  {
    id: 'FORM-02',
    file: 'src/desk/extension.ts',
    from: '    startOnSale(props)\n',
    to: '',
    test: 'e2e/admin/forms.spec.ts',
  },
]
