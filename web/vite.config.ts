import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const apiServer = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  // A font or picture inlined as data: would need a hole in the content security policy.
  build: { assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/v1': apiServer,
      '/media': apiServer,
      '/dev/outbox': apiServer,
      '/socket.io': { target: apiServer, ws: true },
    },
  },
});
