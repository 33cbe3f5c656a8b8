import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { requestVerification } from './account-actions'
import { FormAlert } from './form-alert'

/** The way to get the mail that confirms the account's email address once more. */
export function SendMailAgain({ email }: { email: string }) {
  const sending = useMutation({ mutationFn: () => requestVerification(email) })
  return (
    <>
      <Button look="ghost" busy={sending.isPending} onClick={() => sending.mutate()}>
        {t('Send the email again')}
      </Button>
      <p role="status" className="text-sm text-success empty:hidden">
        {sending.isSuccess && t('The email is on its way.')}
      </p>
      {sending.isError && <FormAlert>{errorSentence(sending.error)}</FormAlert>}
    </>
  )
}
