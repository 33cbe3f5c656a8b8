import { consent } from '@/integrations/consent'
import { showConsent, useConsentView } from '@/integrations/consent-view'
import { t } from '@/language/text'
import { Dialog } from '@/ui/dialog'
import { ChoicesForm } from './choices-form'
import { ConsentNotice } from './consent-notice'

/**
 * What asks about measuring: the notice while nothing has been decided, and the dialog in which every purpose has its
 * switch.
 */
export function ConsentPanel() {
  const view = useConsentView()
  const close = () => showConsent(consent() ? 'none' : 'ask')
  return (
    <>
      {view !== 'none' && !consent() && <ConsentNotice />}
      <Dialog open={view === 'choices'} onOpenChange={close} title={t('Privacy choices')}>
        <ChoicesForm onDone={close} />
      </Dialog>
    </>
  )
}
