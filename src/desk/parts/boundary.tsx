import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { Note } from './note'

/** Keeps what a screen throws inside it: the rest of the desk stands. Give it another `key` for another screen. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  private tried = false

  static getDerivedStateFromError() {
    return { failed: true }
  }

  private readonly retry = () => {
    // Chromium, since 148, fetches a module that failed never again for this document.
    if (this.tried) window.location.reload()
    this.tried = true
    this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <h1 className="mb-5">This screen stopped</h1>
        <Note kind="bad" action={<Button onClick={this.retry}>Try again</Button>}>
          Something in it went wrong. What you saved is saved, and the other screens work.
        </Note>
      </>
    )
  }
}
