import type PocketBase from 'pocketbase'
import type { CollectionField, CollectionModel } from 'pocketbase'

/** The running store's collections, and the ways from one to another along relations. */

export interface Schema {
  collections: CollectionModel[]
  byName(name: string): CollectionModel
  /** Every way of at most `depth` relations from a collection: `user`, `reviews_via_product.user`. */
  paths(from: string, depth: number): Path[]
}

interface Path {
  path: string
  /** The collection it leads to. */
  to: string
}

export async function readSchema(superuser: PocketBase): Promise<Schema> {
  const collections = await superuser.collections.getFullList()
  const byName = (name: string) => {
    const found = collections.find((collection) => collection.name === name)
    if (!found) throw new Error(`There is no collection ${name}`)
    return found
  }
  const nameOf = (collectionId: unknown) => collections.find(({ id }) => id === collectionId)?.name as string
  const relations = (collection: CollectionModel) => collection.fields.filter(({ type }) => type === 'relation')
  const steps = new Map<string, Path[]>(
    collections.map((collection) => [
      collection.name,
      [
        ...relations(collection).map((field) => ({ path: field.name, to: nameOf(field.collectionId) })),
        ...collections.flatMap((other) =>
          relations(other)
            .filter((field) => field.collectionId === collection.id)
            .map((field) => ({ path: `${other.name}_via_${field.name}`, to: other.name })),
        ),
      ],
    ]),
  )
  const paths = (from: string, depth: number): Path[] =>
    depth === 0
      ? []
      : (steps.get(from) ?? []).flatMap((step) => [
          step,
          ...paths(step.to, depth - 1).map(({ path, to }) => ({ path: `${step.path}.${path}`, to })),
        ])
  return { collections, byName, paths }
}

/** PocketBase does not let anybody change the rules of its own collections. */
export const isSystem = (collection: CollectionModel) => collection.name.startsWith('_')
export const fieldNames = (collection: CollectionModel) => collection.fields.map(({ name }) => name)
export const isMany = (field: CollectionField) => Number(field.maxSelect ?? 1) > 1
