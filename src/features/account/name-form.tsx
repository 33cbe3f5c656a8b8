import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorSentence, fieldErrors } from '@/api/errors'
import { type ProfileInput, profileSchema } from '@/domain/account/account'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { changeName } from './account-actions'
import { FormAlert } from './form-alert'

/** The person's name, as it stands beside reviews (AUTH-06). */
export function NameForm({ name }: { name: string }) {
  const { register, handleSubmit, formState, setError } = useForm<ProfileInput>({
    resolver: valibotResolver(profileSchema),
    // A name changed in another tab arrives here as well.
    values: { name },
    // What is typed while one is saved stays.
    resetOptions: { keepDirtyValues: true },
  })
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (input) => {
    setProblem('')
    setSaved(false)
    try {
      await changeName(input.name)
      setSaved(true)
    } catch (error) {
      const refused = fieldErrors(error).name
      if (refused) setError('name', { message: refused }, { shouldFocus: true })
      else setProblem(errorSentence(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-[26rem] flex-col gap-4.5">
      <Field label={t('Name')} hint={t('Shown beside your reviews')} error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
      </Field>
      <FormAlert>{problem}</FormAlert>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isSubmitting}>
          {t('Save name')}
        </Button>
        <p role="status" className="text-sm text-success">
          {saved && !formState.isDirty ? t('Saved') : ''}
        </p>
      </div>
    </form>
  )
}
