; Installer for Windows, for the user who runs it: no administrator, no questions where silent.
;
;   iscc /DVersion=0.1.0 installers\windows\whichone.iss
;
; Silent: whichone-0.1.0-setup.exe /VERYSILENT /SUPPRESSMSGBOXES /NORESTART
; Taking it away leaves the settings, the log and the models: they are the user's.

#ifndef Version
  #error Say which version: /DVersion=...
#endif

[Setup]
AppId={{6D0B2C1E-7E0B-4B7C-9C0E-5B1A3E0F8A21}
AppName=WhichOne
AppVersion={#Version}
AppPublisher=The WhichOne authors
DefaultDirName={localappdata}\Programs\WhichOne
DefaultGroupName=WhichOne
PrivilegesRequired=lowest
; Few pages, all of standard controls: each one is a page that a screen reader has to read.
DisableProgramGroupPage=yes
DisableReadyPage=yes
DisableDirPage=auto
WizardStyle=modern
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SourceDir=..\..\build\dist\whichone
OutputDir=..\..\packages
OutputBaseFilename=whichone-{#Version}-setup
SetupIconFile=..\..\icons\whichone.ico
UninstallDisplayIcon={app}\whichone-window.exe
Compression=lzma2
SolidCompression=yes
CloseApplications=yes
RestartApplications=no

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "spanish"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"
Name: "path"; Description: "Make the command whichone known to new terminals"

[InstallDelete]
; What an older version had and this one has not.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\WhichOne"; Filename: "{app}\whichone-window.exe"
Name: "{userdesktop}\WhichOne"; Filename: "{app}\whichone-window.exe"; Tasks: desktopicon

[Registry]
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotOnPath

[Run]
Filename: "{app}\whichone-window.exe"; Description: "{cm:LaunchProgram,WhichOne}"; Flags: nowait postinstall skipifsilent

[Code]
function IsNotOnPath(): Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path: String;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    if StringChangeEx(Path, ';' + ExpandConstant('{app}'), '', True) > 0 then
      RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Path);
end;
