const KEY = 'last-business'

/** The id of the business that was looked at last in this browser. */
export const lastBusiness = (): string | null => localStorage.getItem(KEY)

/** Remembers the business for the next start. */
export const rememberBusiness = (id: string): void => localStorage.setItem(KEY, id)
