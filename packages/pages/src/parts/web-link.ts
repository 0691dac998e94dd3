/** The link when it leads to the web; undefined for any other scheme, such as `javascript:`. */
export const webLink = (link: string | null): string | undefined => (link !== null && /^https?:\/\//i.test(link) ? link : undefined)
