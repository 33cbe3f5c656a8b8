import type { ReactNode } from 'react'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'

/** What was changed has ended every session: says so, and leads to the sign-in. */
export function SignedOutNotice({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6.5 flex flex-col gap-4.5">
      <p role="status" className="text-success">
        {children}
      </p>
      <ButtonLink to={paths.login()} block large>
        {t('Sign in')}
      </ButtonLink>
    </div>
  )
}
