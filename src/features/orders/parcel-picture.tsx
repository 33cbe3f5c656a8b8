import { useSettings } from '@/api/settings'
import { Picture } from '@/ui/picture'
import photo from './parcel.webp'

/** A parcel before it goes on its way, on wide screens, in a shop that works so. */
export function ParcelPicture() {
  if (!useSettings().show_making) return null
  return <Picture source={{ src: photo }} alt="" className="aspect-[4/3] max-lg:hidden lg:-mt-24" />
}
