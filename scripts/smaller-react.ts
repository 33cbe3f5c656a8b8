import { type Plugin, parseAst } from 'vite'

/**
 * What React's browser half can do and this store never asks for, by the functions that do it. Without them the
 * first load is 8 kB smaller. None is reached unless a component uses the feature; `tests/architecture/react.test.ts` holds that none does.
 */
const UNUSED: Record<string, readonly string[]> = {
  '<ViewTransition>': [
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'reportViewTransitionError',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
    'ViewTransitionPseudoElement',
  ],
  '<Activity>, <SuspenseList>': [
    'updateActivityComponent',
    'updateSuspenseListComponent',
    'initSuspenseListRenderState',
  ],
  'useActionState, functions as the action of a form': [
    'coerceFormActionProp',
    'dispatchActionState',
    'extractEvents$1',
    'mountActionState',
    'rerenderActionState',
    'runActionStateAction',
    'startHostTransition',
    'updateActionState',
    'updateActionStateImpl',
  ],
  'stylesheets and scripts as components, preload() and preinit()': [
    'acquireResource',
    'getResource',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'insertSuspendedStylesheets',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadStylesheet',
    'suspendResource',
  ],
  'custom elements': ['setPropOnCustomElement'],
  'a ref on a fragment': [
    'commitFragmentInstanceDeletionEffects',
    'commitFragmentInstanceInsertionEffects',
    'commitNewChildToFragmentInstances',
    'deleteChildFromFragmentInstance',
  ],
  'the indicator of a transition, which React does not call yet': ['defaultOnDefaultTransitionIndicator'],
}
/** Methods of what a `ref` to a fragment is given. */
const UNUSED_CLASS = 'FragmentInstance'

/**
 * React compares what is thrown with a few errors it makes as it begins, and shows them to nobody. Where a debugger listens (DevTools, Lighthouse)
 * each wants its line, for which V8 reads the whole file a second time.
 */
function withoutTraces(code: string): string {
  return `var traces = Error.stackTraceLimit; Error.stackTraceLimit = 0;\n${code}\nError.stackTraceLimit = traces;`
}

/** Leaves those functions empty; whatever only they need then goes by itself. A React that no longer has one of them fails the build. */
export const smallerReact: Plugin = {
  name: 'smaller-react',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler(code) {
      const cuts: { start: number; end: number; by: string }[] = []
      const wanted = new Set(Object.values(UNUSED).flat())
      let methods = 0
      for (const node of parseAst(code).body) {
        if (node.type === 'FunctionDeclaration' && node.id && node.body && wanted.delete(node.id.name)) {
          cuts.push({ start: node.body.start, end: node.body.end, by: '{}' })
        }
        if (code.startsWith(`${UNUSED_CLASS}.prototype.`, node.start)) {
          cuts.push({ start: node.start, end: node.end, by: '' })
          methods += 1
        }
      }
      if (wanted.size > 0 || methods === 0) {
        throw new Error(`React's browser half is written differently now: ${[...wanted, UNUSED_CLASS].join(', ')}`)
      }
      let smaller = code
      for (const { start, end, by } of cuts.reverse()) smaller = smaller.slice(0, start) + by + smaller.slice(end)
      return { code: withoutTraces(smaller), map: null }
    },
  },
}
