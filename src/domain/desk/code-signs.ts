/** Of a code of which nothing is one (`isNoCode`). */
export const CODE_SIGNS = 'Write the code in letters from A to Z and digits.'
