import { Component, type ReactNode } from 'react'

interface Props {
  /** Called once with what went wrong; unmount the boundary here, so that the next try starts afresh. */
  onError?: (error: unknown) => void
  /** Drawn in their place. */
  instead?: ReactNode
  children: ReactNode
}

/**
 * Around parts the page can do without for a moment, such as a sheet whose code did not arrive: they draw nothing,
 * or what is drawn instead, and the rest goes on.
 */
export class SoftBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
