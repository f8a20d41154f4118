#!/bin/sh
# Makes the disk image for macOS from build/dist/WhichOne.app.
#
#   installers/macos/make_dmg.sh 0.1.0
#
# Without SIGNING_IDENTITY the app gets an ad-hoc signature: it then runs on this Mac, and others
# open it by Control-click, Open.  With it ("Developer ID Application: NAME (TEAM)") it is signed
# for everybody, and with NOTARY_PROFILE (made once by `xcrun notarytool store-credentials`) it
# is notarised too.  No secret is read from this repository.
set -eu
version=$1
CDPATH='' cd -- "$(dirname -- "$0")/../.."
app=build/dist/WhichOne.app
image=build/packages/whichone-$version-macos-arm64.dmg
entitlements=installers/macos/entitlements.plist
mkdir -p build/packages

identity=${SIGNING_IDENTITY:--}
hardened=""
[ "$identity" = - ] || hardened="--options runtime --timestamp"
# From the inside out: each library and program first, the app last.
find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
    # shellcheck disable=SC2086  # words are split on purpose, here and below
    xargs -0 codesign --force --sign "$identity" $hardened
# shellcheck disable=SC2086
codesign --force --deep --sign "$identity" $hardened --entitlements "$entitlements" "$app"
codesign --verify --deep --strict "$app"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$app" "$folder/"
ln -s /Applications "$folder/Applications"
hdiutil create -volname "WhichOne $version" -srcfolder "$folder" -fs HFS+ -format UDZO -ov "$image"
if [ "$identity" != - ] && [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
