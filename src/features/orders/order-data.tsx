import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { requestOrderData } from '@/api/store-routes'
import { t } from '@/language/text'
import { saveJsonFile } from '@/lib/save-file'
import { toast } from '@/ui/toast'
import { orderToken } from './order-tokens'

/**
 * Everything the shop holds about this order, as a file (Digital Personal Data Protection Act 2023, section 11): for
 * guests the only way to it that asks nobody.
 */
export function OrderData({ id, number }: { id: string; number: string }) {
  const file = `order-${number}.json`
  const download = useMutation({
    mutationFn: () => requestOrderData(id, orderToken(id)),
    onSuccess: (data) => {
      saveJsonFile(JSON.stringify(data, null, 2), file)
      toast.success(t('The order’s data is in your downloads'), { description: file })
    },
  })
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-busy={download.isPending}
        className="link inline-flex min-h-11 items-center text-sm"
        onClick={() => {
          if (!download.isPending) download.mutate()
        }}
      >
        {t('Download this order’s data')}
      </button>
      {download.isError && (
        <p role="alert" className="max-w-[32ch] text-danger text-sm">
          {errorSentence(download.error)}
        </p>
      )}
    </div>
  )
}
