/** Which build the open page is of (`build-of.ts`); empty in development. Browser only. */
export const thisBuild = (): string => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
