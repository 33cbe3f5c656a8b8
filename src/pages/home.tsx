import { HomeHead } from '@/features/home/home-head'
import { Homepage } from '@/features/home/homepage'

export default function HomePage() {
  return (
    <>
      <HomeHead />
      <Homepage />
    </>
  )
}
