import { t } from '@/language/text'
import { install, refuseInstall, useInstallable } from '@/lib/install'
import { Button } from '@/ui/button'

/** Offered once, after an order (OFF-09): nothing is drawn where the shop cannot be installed. */
export function InstallOffer() {
  if (!useInstallable()) return null
  return (
    <section aria-label={t('Keep the shop on this phone')} className="wrap print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t py-5">
        <p className="font-medium">{t('Keep the shop on this phone')}</p>
        <Button look="line" onClick={install}>
          {t('Install')}
        </Button>
        <Button look="ghost" onClick={refuseInstall}>
          {t('No, thanks')}
        </Button>
      </div>
    </section>
  )
}
