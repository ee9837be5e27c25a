/* Draws a square by Direct3D 9 with vs_3_0 and ps_3_0 programs that branch, loop and look a texture up, and writes the picture. */
#define COBJMACROS
#include <windows.h>
#include <d3d9.h>
#include <stdio.h>

#define SIZE 128

typedef struct ID3D10Blob Blob;
typedef struct {
    HRESULT (WINAPI *QueryInterface)(Blob *, REFIID, void **);
    ULONG (WINAPI *AddRef)(Blob *);
    ULONG (WINAPI *Release)(Blob *);
    void *(WINAPI *GetBufferPointer)(Blob *);
    SIZE_T (WINAPI *GetBufferSize)(Blob *);
} BlobVtbl;
struct ID3D10Blob { BlobVtbl *lpVtbl; };
typedef HRESULT(WINAPI *Assemble)(const void *, SIZE_T, const char *, const void *, void *, UINT, Blob **, Blob **);

static const char vertex_text[] =
    "vs_3_0\n"
    "dcl_position v0\n"
    "dcl_texcoord0 v1\n"
    "dcl_position o0\n"
    "dcl_texcoord0 o1\n"
    "dcl_color0 o2\n"
    "def c4, 0, 0.25, 1, 0.5\n"
    "defi i0, 3, 0, 1, 0\n"
    "mov r0, c4.x\n"
    "rep i0\n"
    "add r0, r0, c4.y\n"
    "endrep\n"
    "mov o0, v0\n"
    "mov o1, v1\n"
    "mov o2, r0\n";

static const char pixel_text[] =
    "ps_3_0\n"
    "dcl_texcoord0 v0.xy\n"
    "dcl_color0 v1\n"
    "dcl_2d s0\n"
    "def c1, 0.5, 0, 1, 0.125\n"
    "texld r0, v0, s0\n"
    "mov r1, c0\n"
    "if_lt v0.x, c1.x\n"
    "  mul r1, r0, v1\n"
    "  dsx r2, v0\n"
    "  add r1.x, r1.x, r2.x\n"
    "else\n"
    "  if_gt v0.y, c1.x\n"
    "    mov r1.xyz, r0.zyxw\n"
    "  endif\n"
    "endif\n"
    "mov oC0, r1\n";

static DWORD *assembled(Assemble assemble, const char *text) {
    Blob *code = NULL, *errors = NULL;
    HRESULT done = assemble(text, strlen(text), NULL, NULL, NULL, 0, &code, &errors);
    if (FAILED(done)) {
        printf("assemble: %#lx %s\n", done, errors ? (char *)errors->lpVtbl->GetBufferPointer(errors) : "");
        exit(2);
    }
    return code->lpVtbl->GetBufferPointer(code);
}

#define CHECK(call) do { HRESULT h_ = (call); if (FAILED(h_)) { printf("%s: %#lx\n", #call, h_); return 1; } } while (0)

int main(int count, char **arguments) {
    WNDCLASSA class = {0};
    class.lpfnWndProc = DefWindowProcA;
    class.lpszClassName = "d3d9";
    RegisterClassA(&class);
    HWND window = CreateWindowA("d3d9", "d3d9", WS_POPUP | WS_VISIBLE, 0, 0, SIZE, SIZE, NULL, NULL, NULL, NULL);
    IDirect3D9 *d3d = Direct3DCreate9(D3D_SDK_VERSION);
    D3DCAPS9 caps;
    CHECK(IDirect3D9_GetDeviceCaps(d3d, 0, D3DDEVTYPE_HAL, &caps));
    printf("vertex shaders %lu.%lu, pixel shaders %lu.%lu\n", (caps.VertexShaderVersion >> 8) & 0xff, caps.VertexShaderVersion & 0xff,
           (caps.PixelShaderVersion >> 8) & 0xff, caps.PixelShaderVersion & 0xff);
    fflush(stdout);
    D3DPRESENT_PARAMETERS present = {0};
    present.Windowed = TRUE;
    present.SwapEffect = D3DSWAPEFFECT_COPY;
    present.BackBufferWidth = SIZE;
    present.BackBufferHeight = SIZE;
    present.BackBufferFormat = D3DFMT_X8R8G8B8;
    present.hDeviceWindow = window;
    IDirect3DDevice9 *device;
    CHECK(IDirect3D9_CreateDevice(d3d, 0, D3DDEVTYPE_HAL, window, D3DCREATE_HARDWARE_VERTEXPROCESSING, &present, &device));
    Assemble assemble = (Assemble)(void *)GetProcAddress(LoadLibraryA("d3dcompiler_47.dll"), "D3DAssemble");
    if (!assemble) { printf("no D3DAssemble\n"); return 2; }
    IDirect3DVertexShader9 *vertex;
    IDirect3DPixelShader9 *pixel;
    CHECK(IDirect3DDevice9_CreateVertexShader(device, assembled(assemble, vertex_text), &vertex));
    CHECK(IDirect3DDevice9_CreatePixelShader(device, assembled(assemble, pixel_text), &pixel));
    IDirect3DTexture9 *texture;
    CHECK(IDirect3DDevice9_CreateTexture(device, 16, 16, 1, 0, D3DFMT_A8R8G8B8, D3DPOOL_MANAGED, &texture, NULL));
    D3DLOCKED_RECT locked;
    CHECK(IDirect3DTexture9_LockRect(texture, 0, &locked, NULL, 0));
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++)
            ((DWORD *)((char *)locked.pBits + y * locked.Pitch))[x] = 0xff000000 | (x * 17) << 16 | (y * 17) << 8 | ((x ^ y) * 17);
    IDirect3DTexture9_UnlockRect(texture, 0);
    static const D3DVERTEXELEMENT9 elements[] = {
        {0, 0, D3DDECLTYPE_FLOAT4, 0, D3DDECLUSAGE_POSITION, 0},
        {0, 16, D3DDECLTYPE_FLOAT2, 0, D3DDECLUSAGE_TEXCOORD, 0},
        D3DDECL_END()};
    IDirect3DVertexDeclaration9 *declaration;
    CHECK(IDirect3DDevice9_CreateVertexDeclaration(device, elements, &declaration));
    static const float corners[] = {-0.9f, -0.9f, 0, 1, 0, 1, -0.9f, 0.9f, 0, 1, 0, 0, 0.9f, -0.9f, 0, 1, 1, 1, 0.9f, 0.9f, 0, 1, 1, 0};
    static const float constant[] = {0.25f, 0.5f, 0.75f, 1};
    for (int frame = 0; frame < 3; frame++) {
        CHECK(IDirect3DDevice9_Clear(device, 0, NULL, D3DCLEAR_TARGET, 0xff203040, 1, 0));
        CHECK(IDirect3DDevice9_BeginScene(device));
        IDirect3DDevice9_SetRenderState(device, D3DRS_CULLMODE, D3DCULL_NONE);
        IDirect3DDevice9_SetRenderState(device, D3DRS_ZENABLE, FALSE);
        IDirect3DDevice9_SetVertexDeclaration(device, declaration);
        IDirect3DDevice9_SetVertexShader(device, vertex);
        IDirect3DDevice9_SetPixelShader(device, pixel);
        IDirect3DDevice9_SetPixelShaderConstantF(device, 0, constant, 1);
        IDirect3DDevice9_SetTexture(device, 0, (IDirect3DBaseTexture9 *)texture);
        CHECK(IDirect3DDevice9_DrawPrimitiveUP(device, D3DPT_TRIANGLESTRIP, 2, corners, 24));
        CHECK(IDirect3DDevice9_EndScene(device));
        IDirect3DSurface9 *target, *copy;
        CHECK(IDirect3DDevice9_GetRenderTarget(device, 0, &target));
        CHECK(IDirect3DDevice9_CreateOffscreenPlainSurface(device, SIZE, SIZE, D3DFMT_X8R8G8B8, D3DPOOL_SYSTEMMEM, &copy, NULL));
        CHECK(IDirect3DDevice9_GetRenderTargetData(device, target, copy));
        D3DLOCKED_RECT rect;
        CHECK(IDirect3DSurface9_LockRect(copy, &rect, NULL, D3DLOCK_READONLY));
        if (frame == 2 && count > 1) {
            FILE *file = fopen(arguments[1], "wb");
            fprintf(file, "P6\n%d %d\n255\n", SIZE, SIZE);
            for (int y = 0; y < SIZE; y++)
                for (int x = 0; x < SIZE; x++) {
                    DWORD color = ((DWORD *)((char *)rect.pBits + y * rect.Pitch))[x];
                    unsigned char rgb[3] = {color >> 16, color >> 8, color};
                    fwrite(rgb, 3, 1, file);
                }
            fclose(file);
        }
        IDirect3DSurface9_UnlockRect(copy);
        IDirect3DSurface9_Release(copy);
        IDirect3DSurface9_Release(target);
        CHECK(IDirect3DDevice9_Present(device, NULL, NULL, NULL, NULL));
    }
    printf("drawn\n");
    return 0;
}
