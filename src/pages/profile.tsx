import { ProfilePanel } from '@/features/account/profile-panel'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function Profile() {
  return (
    <>
      <Head title={t('Profile')} path={paths.profile()} noindex />
      <ProfilePanel />
    </>
  )
}
