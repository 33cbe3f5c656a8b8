import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { saveJsonFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { readMyData } from './account-actions'
import { FormAlert } from './form-alert'

const FILE = 'my-data.json'

/**
 * Everything the shop holds on the signed-in person, as a file (Digital Personal Data Protection Act 2023, section 11).
 */
export function MyData() {
  const download = useMutation({
    mutationFn: async () => {
      saveJsonFile(await readMyData(), FILE)
      toast.success(t('Your data is in your downloads'), { description: FILE })
    },
  })

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-measure text-ink-2">
        {rich(
          'Your profile, addresses, cart, wishlist, reviews, comments, messages and orders in one file. What we keep, why and for how long is in the {policy}.',
          {
            policy: (
              <Link to={paths.privacy()} className="link text-ink">
                {t('privacy policy')}
              </Link>
            ),
          },
        )}
      </p>
      {download.isError && <FormAlert>{errorSentence(download.error)}</FormAlert>}
      <div>
        <Button look="line" busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download my data')}
        </Button>
      </div>
    </div>
  )
}
