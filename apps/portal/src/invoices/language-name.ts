const names = new Intl.DisplayNames('en', { type: 'language' })
const regions = new Intl.DisplayNames('en', { type: 'region' })

/** "German" for `de`. */
export const languageName = (tag: string): string => names.of(tag) ?? tag

/** "Austria" for `AT`. */
export const countryName = (code: string): string => regions.of(code) ?? code
