/** The address of an Earshot server and an API token. */
export class EarshotApi {
  name = 'earshotApi';
  displayName = 'Earshot API';
  documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/';
  properties = [
    { displayName: 'Address', name: 'url', type: 'string', default: '', placeholder: 'https://earshot.example.com', required: true },
    {
      displayName: 'API Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'With write access: Settings → API tokens and feeds',
    },
  ];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } } };
  test = { request: { baseURL: '={{$credentials.url}}', url: '/api/auth/me' } };
}
