# PyInstaller's own hook asks for a package webrtcvad; the one that is pinned is its wheels.
from PyInstaller.utils.hooks import copy_metadata

datas = copy_metadata("webrtcvad-wheels")
