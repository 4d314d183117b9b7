import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const apiServer = 'http://127.0.0.1:3000';

/**
 * A screen is a dozen requests instead of fifty: the libraries of every page, the frame that the landing page shows as well,
 * what all screens of the app share, and the screen itself. Fewer and larger files also compress better.
 */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//, priority: 3 },
  {
    name: 'frame',
    test: /words\/src\/(?:current|english|formats|offered|word|words)\.|app\/(?:shell\/(?!home|app-layout|later-screens|update-notice|service-worker|no-connection|session-gate)|ui\/(?:button|link-button|logo|spinner)|lib\/(?:brand|class-names|language-choices|sentence)|session\/(?:session-context|return-address)|languages\/language-chip)|client\/src\/token-storage|lucide-react\/dist\/esm\/(?:[A-Z]|shared|defaultAttributes|icons\/(?:menu|x)\.)/,
    priority: 2,
  },
  // 145 kB for the readings of Chinese, which few ask for.
  { name: 'pinyin', test: /node_modules\/pinyin-pro\//, priority: 2 },
  { name: 'socket', test: /node_modules\/(?:@socket\.io|engine\.io|socket\.io)/, priority: 2 },
  {
    name: 'app',
    test: /(?:contract|client)\/src\/(?!account-care|aids|calendar|call[.-]|certificates|chat-changes|contact|demo|interest-catalogue|invitations|later-api|moderation|moves|notify|oidc|past-sessions|people-lists|phrases|programme|push|thanks|topics|trust|weekly-hours)|web\/app\/(?:session|shell|people\/(?!use-blocking|use-saving|save-button)|lib\/(?!composing-key|page-direction|refusal|save-file|use-focus-handed-on)|ui\/(?:avatar|badge|banner|skeleton|toast|text-input|labelled-field)\b)|node_modules\/(?:zod|@tanstack)\/(?!.*(?:mutationObserver|useMutation)\.)/,
    priority: 1,
    minShareCount: 3,
  },
  // One by one they are a few hundred bytes, and each would be a request.
  {
    name: 'parts',
    test: /lucide-react\/dist\/esm\/icons\/(?:chevron-|cloud-off\.|search\.|ellipsis\.)|web\/app\/(?:ui\/(?:pagination|page-window|select|toast)|languages\/(?:language-list|language-mark|level-names)|people\/(?!use-blocking|use-saving|save-button)|onboarding\/unfinished-mark|lib\/failure-message)|client\/src\/token-claims/,
    priority: 1,
    minShareCount: 2,
  },
  // Used by forms, dialogs and menus, which are on no first page.
  {
    name: 'forms',
    test: /web\/app\/(?:lib\/(?:page-direction|refusal|save-file|use-focus-handed-on)|ui\/(?:field|use-spoken-once))\./,
    priority: 1,
    minShareCount: 2,
  },
  // composing-key.ts (keys of input methods) is used by the chat, settings and reviews. Without a group it would be in the chat's chunk, which
  // the others would then load. The plus icon, which a conversation and the settings show too, is in the same chunk, so that this adds no request.
  {
    name: 'writing',
    test: /web\/app\/lib\/composing-key\.|lucide-react\/dist\/esm\/icons\/plus\./,
    priority: 2,
  },
  {
    name: 'chat',
    test: /web\/app\/chat\/(?:engine\/|messages\/message-text|conversation\/(?:draft|send-key)\.)/,
    priority: 1,
    minShareCount: 2,
  },
  {
    name: 'schedule',
    test: /web\/app\/schedule\/(?!session-file|weekly-summary)|lucide-react\/dist\/esm\/icons\/(?:calendar-(?!arrow)|clock\.)/,
    priority: 1,
    minShareCount: 2,
  },
];

/** What only the reference of the API says is in no script. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /contract\/src\/[^/]+$/ },
    handler: (code) => ({ code: code.replaceAll(/^ +summary: .+,$/gm, ''), map: null }),
  },
};

/** Vite's loader of what a script needs besides itself, which here is never anything: what is left of it is the import. */
const withoutPreloads: Plugin = {
  name: 'without-preloads',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
  },
};

/** One folder that needs nothing beside it. Without the definition React would choose its development build at run time. */
const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: { rolldownOptions: { input: './server/render.ts' } },
};

export default defineConfig(({ command }) => ({
  plugins: [withoutSummaries, withoutPreloads, tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ...(command === 'build' && { ssr: serverBuild }),
  },
  build: {
    // A font or picture inlined as data: would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // The pages name what they need; lists of it in every script would only weigh.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/v1': apiServer,
      '/media': apiServer,
      '/dev/outbox': apiServer,
      '/socket.io': { target: apiServer, ws: true },
    },
  },
}));
