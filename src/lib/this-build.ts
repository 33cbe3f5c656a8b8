/** Which build the open page, or another one, is of (`build-of.ts`); empty in development. Browser only. */
export const thisBuild = (page = document): string =>
  page.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
