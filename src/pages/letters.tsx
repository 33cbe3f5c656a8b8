import { useParams } from 'react-router-dom'
import { LETTER_DEEDS } from '@/domain/content/newsletter'
import { LetterLink, letterTitle } from '@/features/content/letter-link'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

/** Where links of mails lead that confirm letters, leave them, or confirm one mail (HOME-12, TELL-02, REMIND-02). */
export default function Letters() {
  const asked = useParams().deed
  const deed = LETTER_DEEDS.find((known) => known === asked) ?? 'confirm'
  return (
    <div className="wrap">
      <Head title={letterTitle(deed)} path={paths.letters(deed)} noindex />
      <LetterLink key={deed} deed={deed} />
    </div>
  )
}
