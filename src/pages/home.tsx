import { HomeHead } from '@/features/home/home-head'
import { Homepage } from '@/features/home/homepage'

export default function HomePage() {
  return (
    <>
      <HomeHead />
      <h1 className="sr-only">Handmade soaps and bags</h1>
      <Homepage />
    </>
  )
}
