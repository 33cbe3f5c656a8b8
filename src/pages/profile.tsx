import { ProfilePanel } from '@/features/account/profile-panel'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function Profile() {
  return (
    <>
      <Head title="Profile" path={paths.profile()} noindex />
      <ProfilePanel />
    </>
  )
}
