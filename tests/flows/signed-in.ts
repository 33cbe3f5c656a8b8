/** Somebody with an account, as its record is answered. */
export const MEERA = {
  id: 'meera0000000001',
  collectionId: 'users0000000001',
  collectionName: 'users',
  name: 'Meera Rao',
  email: 'meera@example.in',
  avatar: '',
  verified: false,
}

/**
 * A token the client believes: it reads the payload and leaves the signature to the server.
 * @param lasts seconds; less than 0: it is over
 */
export const sessionToken = (id = MEERA.id, lasts = 3600): string =>
  `e30.${btoa(JSON.stringify({ id, type: 'auth', exp: Math.floor(Date.now() / 1000) + lasts }))}.signature-${lasts}`
