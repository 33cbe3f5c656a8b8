import type { ReactNode } from 'react'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { WorthWanting } from './worth-wanting'

/** A page of which nothing is there: why, the way to the shop, and what is worth wanting in it (ROUTE-27). */
export function DeadEnd({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Notice lotus level={1} title={title} action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}>
        {children}
      </Notice>
      <WorthWanting className="wrap -mt-14 pb-section" />
    </>
  )
}
