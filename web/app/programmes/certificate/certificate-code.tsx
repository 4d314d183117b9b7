import { t } from '@parlance/words/current';
import { create } from 'qrcode';

// The quiet zone around the code that scanners need, in modules.
const margin = 4;

/** The address of a certificate as a QR code, drawn as one path: sharp on paper in any size. */
export function CertificateCode({ address }: { address: string }) {
  const { size, data } = create(address, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (isDark, place) =>
    isDark ? `M${(place % size) + margin} ${Math.floor(place / size) + margin}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={t('QR code with the address of this certificate')}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="certificate-code"
    >
      <path d={`M0 0h${side}v${side}H0z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
