import UserRound from '@lucide/icons/icons/user-round'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { AVATAR_TYPES, avatarProblem } from '@/domain/account/account'
import { t } from '@/language/text'
import { smallerPhotograph } from '@/lib/photograph'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { UploadProgress } from '@/ui/upload-progress'
import { changeAvatar, removeAvatar } from './account-actions'
import { FormAlert } from './form-alert'

/** The person's picture (AUTH-06): made smaller before it is sent, with its progress and, if it fails, the reason. */
export function AvatarForm({ avatar, name }: { avatar: string; name: string }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hint = useId()
  // The pressed button goes with the picture.
  const { part, removing, busy, news, problem, upload, remove } = useAvatarChange(() => choose.current?.focus())

  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Avatar avatar={avatar} name={name} />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <Button
            ref={choose}
            look="line"
            busy={part !== null}
            aria-describedby={hint}
            onClick={() => !busy && input.current?.click()}
          >
            {avatar ? t('Change picture') : t('Add a picture')}
          </Button>
          {avatar && (
            <Button look="ghost" busy={removing} onClick={() => !busy && remove()}>
              {t('Remove picture')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={AVATAR_TYPES.join(',')}
          aria-label={t('Picture file')}
          tabIndex={-1}
          className="sr-only"
          onChange={upload}
        />
        <p id={hint} className="text-ink-3 text-sm">
          {t('JPEG, PNG or WebP. Shown beside your reviews.')}
        </p>
        <UploadProgress part={part} />
        <p role="status" className="text-sm text-success empty:hidden">
          {news}
        </p>
        <FormAlert>{problem}</FormAlert>
      </div>
    </div>
  )
}

function Avatar({ avatar, name }: { avatar: string; name: string }) {
  return avatar ? (
    <img
      src={avatar}
      alt={name ? t('Picture of {name}', { name }) : t('Your picture')}
      width={96}
      height={96}
      className="photo size-24 rounded-full bg-tile object-cover"
    />
  ) : (
    <span className="grid size-24 place-items-center rounded-full bg-tile text-ink-3">
      <Icon of={UserRound} size={36} strokeWidth={1.25} />
    </span>
  )
}

/** `part`: how much of an upload has gone out, 0 to 1; null without one. */
function useAvatarChange(onRemoved: () => void) {
  const [part, setPart] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  const [news, setNews] = useState('')
  const [problem, setProblem] = useState('')
  const busy = part !== null || removing

  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again is noticed.
    event.target.value = ''
    if (!file) return
    setNews('')
    setProblem('')
    setPart(0)
    try {
      const picture = AVATAR_TYPES.includes(file.type) ? await smallerPhotograph(file) : file
      const wrong = avatarProblem(picture)
      if (wrong) return setProblem(wrong)
      await changeAvatar(picture, setPart)
      setNews(t('Your picture is saved.'))
    } catch (error) {
      setProblem(fieldErrors(error).avatar ?? errorSentence(error))
    } finally {
      setPart(null)
    }
  }

  const remove = async () => {
    setNews('')
    setProblem('')
    setRemoving(true)
    try {
      await removeAvatar()
      setNews(t('Your picture is removed.'))
      onRemoved()
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      setRemoving(false)
    }
  }

  return { part, removing, busy, news, problem, upload, remove }
}
