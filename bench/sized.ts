/** True in a run that only proves that every part ends: `npm run bench -- --small`. Its figures mean nothing and are not written. */
export const isSmall = process.argv.includes('--small')

/** The full size, or the small one of such a run. */
export const sized = <Size>(full: Size, small: Size): Size => (isSmall ? small : full)
