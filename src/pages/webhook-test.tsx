import { WebhookTest } from '@/features/webhook/webhook-test'
import { t } from '@/language/text'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

export default function WebhookTestPage() {
  return (
    <>
      <Head title={t('Webhook test')} noindex />
      <div className="wrap pb-section">
        <PageHead
          title={t('Webhook test')}
          lead={t(
            'Is the payment webhook there, and does it refuse a stranger? This sends it a harmless event that nobody has signed.',
          )}
        />
        <WebhookTest />
      </div>
    </>
  )
}
