import { useParams } from 'react-router-dom'
import { LetterLink } from '@/features/content/letter-link'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

/** Where the links of the newsletter's mails lead: to confirm, and to leave (HOME-12). */
export default function Letters() {
  const deed = useParams().deed === 'leave' ? 'leave' : 'confirm'
  return (
    <div className="wrap">
      <Head title={t('Letters from the workshop')} path={paths.letters(deed)} noindex />
      <LetterLink key={deed} deed={deed} />
    </div>
  )
}
