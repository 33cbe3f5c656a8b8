/** One event for the data layer; which fields an event carries is section 7 of the specification. */
export interface AnalyticsEvent {
  event: string
  [field: string]: unknown
}

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** Records what a shopper did. Safe to call when no analytics is configured: the data layer is then a list nobody reads. Browser only. */
export function track(event: AnalyticsEvent): void {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}
