import { useEffect } from 'react'
import { endColourQuestion, useColourQuestion } from '@/features/catalog/choose-colour-store'
import { t } from '@/language/text'
import { lazyComponent } from '@/ui/lazy'
import { LazyOverlay } from '@/ui/lazy-overlay'
import { preloadSheet } from '@/ui/sheet'

const ChooseColour = lazyComponent(() =>
  import('@/features/catalog/choose-colour').then((module) => module.ChooseColour),
)

/** Where a colour is chosen for the cart. Its code comes with the first question; its place shows at once. */
export function ColourSlot() {
  const asked = useColourQuestion() !== null
  useEffect(() => {
    if (asked) preloadSheet()
  }, [asked])
  return (
    <LazyOverlay open={asked} title={t('Choose a colour')} takeBack={endColourQuestion} low>
      <ChooseColour />
    </LazyOverlay>
  )
}
