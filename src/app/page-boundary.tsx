import CloudOff from '@lucide/icons/icons/cloud-off'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { HEALTH_URL } from '@/api/client'
import { t } from '@/language/text'
import { checkLine, lineBack } from '@/lib/line'
import { paths } from '@/lib/paths'
import { storedJson } from '@/lib/stored-json'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { PageSpinner } from './page-spinner'

interface Props {
  children: ReactNode
  /** Called before another try, to fetch again what failed to arrive. */
  onRetry: () => Promise<void>
}

/**
 * Catches what a page throws while rendering, so that the frame around it survives and the shopper has a way on. A
 * page whose code could not be fetched is usually one that a new release has replaced: the document is loaded afresh,
 * once. When the line is lost, the page opens by itself as soon as it is back (ROUTE-26).
 */
export class PageBoundary extends Component<Props, { error: unknown; leaving: boolean; lost: boolean }> {
  override state = { error: null as unknown, leaving: false, lost: false }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (isCodeMissing(error)) {
      // Drawn before the failure is seen or told.
      this.setState({ leaving: true })
      void this.fetchAgain(error)
    } else console.error(error, info.componentStack)
  }

  private async fetchAgain(error: unknown) {
    const here = await checkLine(HEALTH_URL)
    if (here && reloadOnce()) return
    console.error(error)
    this.setState({ leaving: false, lost: !here })
    if (here) return
    await lineBack()
    await this.retry()
  }

  private async retry() {
    try {
      await this.props.onRetry()
    } catch (error) {
      // Chromium, since 148, fetches a module that failed never again for this document.
      if (isCodeMissing(error) && (await checkLine(HEALTH_URL))) {
        window.location.reload()
        return
      }
    }
    this.setState({ error: null, lost: false })
  }

  override render() {
    const { error, leaving, lost } = this.state
    if (leaving) return <PageSpinner />
    if (error === null) return this.props.children
    const missing = isCodeMissing(error)
    return (
      <Notice
        role="alert"
        level={1}
        icon={missing ? CloudOff : undefined}
        title={missing ? t('The page did not load') : t('This page ran into a problem')}
        action={
          <span className="flex flex-wrap justify-center gap-x-6 gap-y-2">
            <Button onClick={() => void this.retry()}>{t('Try again')}</Button>
            <ButtonLink look="ghost" to={paths.shop()}>
              {t('Go to the shop')}
            </ButtonLink>
          </span>
        }
      >
        {lost
          ? t('It opens by itself when the line is back.')
          : missing
            ? t('Check your connection and try again.')
            : t('It is our fault, not yours. What is in your cart is safe.')}
      </Notice>
    )
  }
}

function isCodeMissing(error: unknown): boolean {
  // Chrome, Firefox and Safari each say it in their own words.
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}

const reloadedAt = storedJson('reloaded-for-code', 'tab')
/**
 * A second failure within this time is no old release but a broken connection or server: say so instead of going round.
 */
const ONCE_WITHIN_MS = 5 * 60_000

function reloadOnce(): boolean {
  if (Date.now() - Number(reloadedAt.read()) < ONCE_WITHIN_MS) return false
  // Without storage nothing could stop the second reload.
  if (!reloadedAt.write(Date.now())) return false
  window.location.reload()
  return true
}
